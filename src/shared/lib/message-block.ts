/**
 * Adds a block of text to a message, or replaces the block that was added before. The visitor's own text is kept.
 * Nothing is cut: the form reports a message that is too long.
 */
export function withBlock(message: string, block: string, before: string): string {
  if (before !== '' && message.includes(before)) return message.replace(before, () => block)
  return message.trim() === '' ? block : `${message.trimEnd()}\n\n${block}`
}
