// Names of earlier players sit down with one tap; a second tap lets them stand up again.
const seats = [...document.querySelectorAll("input[name=name]")];
for (const chip of document.querySelectorAll("[data-name]")) {
  chip.addEventListener("click", () => {
    const seated = seats.find((seat) => seat.value === chip.dataset.name);
    const free = seats.find((seat) => !seat.value.trim());
    if (seated) seated.value = "";
    else if (free) free.value = chip.dataset.name;
    chip.setAttribute("aria-pressed", Boolean(!seated && free));
  });
}

// Enter in a name goes to the next one; the last leads to Start.
for (const [at, seat] of seats.entries())
  seat.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    (seats[at + 1] ?? document.querySelector("#new-game .go")).focus();
  });

// One player alone chooses the opponent; THE Legend's own mode opens with a victory.
const alone = document.getElementById("alone"), unlocked = JSON.parse(alone.dataset.unlocked);
const become = alone.querySelector("[value=become]");
become.disabled = true;
function offer() {
  const names = seats.map((seat) => seat.value.trim()).filter(Boolean);
  alone.hidden = names.length !== 1 || Number(document.querySelector("[name=game]:checked").dataset.fewest) > 1;
  const locked = become.disabled;
  become.disabled = !unlocked.includes(names[0]?.toLowerCase());
  if (become.disabled && become.checked) alone.querySelector("[value=legend]").checked = true;
  if (locked && !become.disabled && !alone.hidden) become.checked = true;
}
document.getElementById("new-game").addEventListener("input", offer);
document.addEventListener("click", offer);
addEventListener("pageshow", offer);
offer();
