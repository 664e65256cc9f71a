import { configure } from "@testing-library/dom";

// A part that is fetched when it is drawn takes longer than the default second on a busy machine.
configure({ asyncUtilTimeout: 15_000 });

// What jsdom lacks of <dialog> and popovers, reduced to what the parts rely on: opening, closing and the close event.
HTMLDialogElement.prototype.showModal = function showModal() {
  this.setAttribute("open", "");
};
HTMLDialogElement.prototype.close = function close() {
  this.removeAttribute("open");
  this.dispatchEvent(new Event("close"));
};
