export function saveFile(content: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  // Revoked later, because the download reads the URL after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
