// The page of a finished game: the text to the clipboard, the picture as a PNG.
const SCALE = 2;
const copy = document.getElementById("copy");
const text = document.getElementById("game-text");
const button = document.getElementById("as-png");
const picture = document.getElementById("picture");

function copied() {
  text.select();
  return document.execCommand("copy"); // works over plain HTTP, where there is no clipboard object
}
if (copy) {
  copy.hidden = false;
  copy.addEventListener("click", () => { if (copied()) copy.textContent = copy.dataset.done; });
}

/** The picture drawn by this browser, which has the letters of every script that it can show. */
async function png() {
  await picture.decode();
  const canvas = document.createElement("canvas");
  canvas.width = SCALE * picture.naturalWidth;
  canvas.height = SCALE * picture.naturalHeight;
  canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => { canvas.toBlob(resolve, "image/png"); });
}
if (button) {
  button.hidden = false;
  button.addEventListener("click", async () => {
    const file = new File([await png()], button.dataset.name, { type: "image/png" });
    if (navigator.canShare?.({ files: [file] })) {
      try { await navigator.share({ files: [file] }); } catch { /* the person thought better of it */ }
      return;
    }
    const link = document.createElement("a");
    link.href = URL.createObjectURL(file);
    link.download = file.name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  });
}
