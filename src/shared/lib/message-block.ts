/**
 * Puts a block of text into a message that a person may have begun. What they typed stays as it is, and a block put in
 * before is replaced. Nothing is cut: where it grows too long, its form says so.
 */
export function withBlock(message: string, block: string, before: string): string {
  if (before !== '' && message.includes(before)) return message.replace(before, () => block)
  return message.trim() === '' ? block : `${message.trimEnd()}\n\n${block}`
}
