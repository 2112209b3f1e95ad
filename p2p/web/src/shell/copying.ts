// Passing a text on: the clipboard and the share sheet where the page may use them, and a way around where not.

/** Copy what a field holds; if nothing helps it stays selected, for the player's own copying. */
export async function copyFrom(field: HTMLInputElement | null): Promise<boolean> {
  if (!field) return false;
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    // not allowed, or a page from plain http, which has no clipboard
  }
  field.focus();
  field.select();
  try {
    return document.execCommand("copy");
  } catch {
    return false;
  }
}

export const canShare = (): boolean => typeof navigator.share === "function";

/** Hand a link to another program of the device; a change of mind is no error. */
export const share = (url: string, text: string): void => void navigator.share({ url, text }).catch(() => {});
