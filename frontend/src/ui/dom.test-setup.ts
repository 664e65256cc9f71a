import { configure } from "@testing-library/dom";
import { patience } from "./patience.test-setup";

// Lazy components can take longer than the default second on a busy machine.
configure({ asyncUtilTimeout: patience(15_000) });

// jsdom lacks <dialog> methods. These cover what the components use: opening, closing and the close event.
HTMLDialogElement.prototype.showModal = function showModal() {
  this.setAttribute("open", "");
};
HTMLDialogElement.prototype.close = function close() {
  this.removeAttribute("open");
  this.dispatchEvent(new Event("close"));
};
