/**
 * Puts a block of text into a message that a person may have begun. What they typed stays as it is; a block
 * put in before is replaced; and a block that does not fit is cut at the end of a line, or left out. Gives
 * the message and what of the block is in it.
 */
export function withBlock(message: string, block: string, before: string, longest: number) {
  if (before !== '' && message.includes(before)) {
    const put = cutToLines(block, longest - (message.length - before.length))
    return { message: message.replace(before, () => put), put }
  }
  const typed = message.trim() === '' ? '' : `${message.trimEnd()}\n\n`
  const put = cutToLines(block, longest - typed.length)
  return { message: put === '' ? message : typed + put, put }
}

function cutToLines(block: string, room: number): string {
  if (block.length <= room) return block
  const end = block.lastIndexOf('\n', room)
  return end > 0 ? block.slice(0, end).trimEnd() : ''
}
