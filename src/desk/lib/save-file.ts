/** Hands a file to whoever sits here, as a download. */
export function saveFile(content: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  // Not at once: the download reads it after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
