import { useEffect, useRef } from 'react'
import { type PictureDocument, previewPageCount } from '#content/packs.ts'
import { type Resource, successKit } from '#content/success-kit.ts'
import packFacts from '#made/pack-facts.json'
import { PackLink } from '#site/features/packs/pack-link.tsx'
import { PagePicture } from '#site/features/packs/page-picture.tsx'
import { lockPageScroll } from '#site/lib/lock-page-scroll.ts'
import modal from '#site/lib/modal.module.css'
import { buttonClass } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import layout from '#ui/layout.module.css'
import css from './page-preview.module.css'

const { peek } = successKit

export interface PagePreviewProps {
  resource: Resource
  onClose: () => void
}

/** A dialog with the first pages of a pack, which scroll vertically, or sideways on a phone. */
export function PagePreview({ resource: { id, title }, onClose }: PagePreviewProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (!dialog.current) return
    dialog.current.showModal()
    return lockPageScroll(dialog.current)
  }, [])
  const heading = `${id}-pages`
  const close = () => dialog.current?.close()
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes the dialog from the keyboard.
    <dialog
      ref={dialog}
      className={`${modal.dialog} ${css.dialog}`}
      aria-labelledby={heading}
      onClose={onClose}
      // The frame covers the dialog's own box, so only a click on the backdrop has the dialog itself as its target.
      onClick={(event) => event.target === event.currentTarget && close()}
    >
      <div className={`${modal.frame} ${css.frame}`}>
        {/* First in the markup, so that this element receives focus and arrow-key presses when the dialog opens. */}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard. */}
        <ol className={`${layout.top} ${css.pages}`} aria-labelledby={heading} tabIndex={0}>
          {pagesOf(id).map(({ document, page, caption }) => (
            <li key={caption}>
              <PagePicture
                pack={id}
                document={document}
                page={page}
                alt={peek.picture(caption, title)}
                sizes="(max-width: 40rem) 90vw, 46rem"
              />
              <p className={`${layout.note} ${css.caption}`}>{caption}</p>
            </li>
          ))}
        </ol>
        <div className={`${layout.bar} ${css.head}`}>
          <h2 className={layout.title} id={heading}>
            {title}
          </h2>
          <p className={`${layout.note} ${css.about}`}>{peek.about}</p>
          <PackLink pack={id} place="success-kit-pages" className={buttonClass('signal', 'small')}>
            {successKit.downloadLabel}
          </PackLink>
        </div>
        <button
          type="button"
          className={`${layout.cross} ${modal.close} ${css.close}`}
          aria-label={peek.close}
          onClick={close}
        >
          <Icon name="close" />
        </button>
      </div>
    </dialog>
  )
}

/** Returns the first pages of the guide, then the first pages of the example if the pack has one. */
function pagesOf(id: Resource['id']) {
  const { pages, examples } = packFacts[id]
  const first = Array.from({ length: previewPageCount }, (_, index) => index + 1)
  const of = (document: PictureDocument, caption: (page: number) => string) =>
    first.map((page) => ({ document, page, caption: caption(page) }))
  return [
    ...of('guide', (page) => peek.guide(page, pages)),
    ...(examples > 0 ? of('example-proposal', (page) => peek.example(page, previewPageCount)) : []),
  ]
}
