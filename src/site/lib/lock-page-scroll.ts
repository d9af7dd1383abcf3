const isScrollable = ({ scrollHeight, clientHeight, scrollWidth, clientWidth }: Element): boolean =>
  scrollHeight > clientHeight || scrollWidth > clientWidth

/**
 * Stops the mouse wheel from scrolling the page behind a modal dialog. Keeps the page's scrollbar, because removing the
 * scrollbar would change `vw` and move the page. Returns a function that lets the wheel scroll the page again.
 */
export function lockPageScroll(dialog: HTMLDialogElement): () => void {
  const onWheel = (event: WheelEvent) => {
    const within = event.target as Element
    // The rest of the page is inert, so wheel events outside the dialog also have the dialog as their target.
    for (let part: Element | null = within; part && within !== dialog; part = part.parentElement) {
      if (isScrollable(part)) return
      if (part === dialog) break
    }
    if (!event.ctrlKey) event.preventDefault()
  }
  dialog.addEventListener('wheel', onWheel, { passive: false })
  return () => dialog.removeEventListener('wheel', onWheel)
}
