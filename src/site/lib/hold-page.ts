const scrolls = ({ scrollHeight, clientHeight, scrollWidth, clientWidth }: Element): boolean =>
  scrollHeight > clientHeight || scrollWidth > clientWidth

/**
 * Stops the mouse wheel from scrolling the page behind a modal dialog. The page keeps its scrollbar: without it `vw`
 * would change, and the page would move. Returns a function that ends it.
 */
export function holdPage(dialog: HTMLDialogElement): () => void {
  const onWheel = (event: WheelEvent) => {
    const within = event.target as Element
    // The rest of the page is inert, so wheel events beside the dialog have the dialog itself as their target.
    for (let part: Element | null = within; part && within !== dialog; part = part.parentElement) {
      if (scrolls(part)) return
      if (part === dialog) break
    }
    if (!event.ctrlKey) event.preventDefault()
  }
  dialog.addEventListener('wheel', onWheel, { passive: false })
  return () => dialog.removeEventListener('wheel', onWheel)
}
