/** Copies a text. Resolves to false if the browser has no clipboard for this page (without TLS), or refuses. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
