/** Copies a text to the clipboard; false if the browser does not let us. */
export async function copied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return marked(text); // at home, without a secure connection, there is only the old way
  }
}

function marked(text: string): boolean {
  const field = document.createElement("textarea");
  field.value = text;
  field.readOnly = true;
  field.className = "visually-hidden";
  const before = document.activeElement;
  (document.querySelector("dialog:modal") ?? document.body).append(field); // all else is out of reach then
  field.select();
  try {
    return document.execCommand("copy");
  } finally {
    field.remove();
    if (before instanceof HTMLElement) before.focus();
  }
}
