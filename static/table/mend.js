// Seats are moved around the table one place at a time; Enter in a name goes to the next one.
const seats = document.getElementById("seats");
seats?.addEventListener("click", ({ target }) => {
  const seat = target.closest(".up")?.closest(".seat");
  if (!seat) return;
  if (seat.previousElementSibling) seat.previousElementSibling.before(seat);
  else seats.append(seat);
  target.focus();
});
seats?.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.target.type !== "text") return;
  event.preventDefault();
  const names = [...seats.querySelectorAll("input[type=text]")];
  (names[names.indexOf(event.target) + 1] ?? document.querySelector("#mend .go")).focus();
});
