/** Copies text to the clipboard. Returns false if the browser does not allow it. */
export async function copyText(text: string): Promise<boolean> {
  if (!('clipboard' in navigator)) {
    return copyOverPlainHttp(text);
  }
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Browsers offer the clipboard API only over https, and the older copy command everywhere. */
function copyOverPlainHttp(text: string): boolean {
  const setText = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
  };
  document.addEventListener('copy', setText);
  try {
    return document.execCommand('copy');
  } finally {
    document.removeEventListener('copy', setText);
  }
}
