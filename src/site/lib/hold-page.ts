const scrolls = ({ scrollHeight, clientHeight, scrollWidth, clientWidth }: Element): boolean =>
  scrollHeight > clientHeight || scrollWidth > clientWidth

/**
 * Keeps a wheel from the page behind a modal dialog. Its scrollbar stays where it takes room: without one, `vw` would be
 * another, and the page would move. Returns the way to end it.
 */
export function holdPage(dialog: HTMLDialogElement): () => void {
  const onWheel = (event: WheelEvent) => {
    const within = event.target as Element
    // Beside it the rest of the page is inert, so the wheel turns over the dialog itself.
    for (let part: Element | null = within; part && within !== dialog; part = part.parentElement) {
      if (scrolls(part)) return
      if (part === dialog) break
    }
    if (!event.ctrlKey) event.preventDefault()
  }
  dialog.addEventListener('wheel', onWheel, { passive: false })
  return () => dialog.removeEventListener('wheel', onWheel)
}
