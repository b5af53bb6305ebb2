// Another phone changed the same blocks: the person chooses; undo still reaches what was not taken.

/**
 * Closing the question chooses nothing: it comes again with the next tap.
 *
 * @param {(taken: object, other: object) => void} take called with both states, the chosen one first
 */
export function askConflict(current, mine, take) {
  const dialog = document.getElementById("conflict");
  const choose = (taken, other) => {
    dialog.close();
    take(taken, other);
  };
  document.getElementById("theirs").onclick = () => choose(current.state, mine);
  document.getElementById("mine").onclick = () => choose(mine, current.state);
  if (!dialog.open) dialog.showModal();
}
