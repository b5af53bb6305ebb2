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
