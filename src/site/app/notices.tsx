import { type ReactNode, useEffect, useState } from 'react'
import { navigation as words } from '#content/navigation.ts'
import { bookingDialogId } from '#site/features/booking/book-call.tsx'
import { Boundary } from '#site/lib/lazy-part.tsx'
import { useNavigation, viewHref } from '#site/lib/navigation.tsx'
import { useStore } from '#site/lib/store.ts'
import { clearMissedFailure, type MissedFailure, missedFailures } from '#site/lib/unsaved-work.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import layout from '#ui/layout.module.css'
import css from './notices.module.css'
import { missingView } from './use-views.ts'

interface NoticeProps {
  title: string
  text: string
  floating?: boolean
  children?: ReactNode
}

/** An alert: what went wrong, what it means, and one action. */
export function Notice({ title, text, floating = false, children }: NoticeProps) {
  return (
    <div className={[css.notice, floating && css.floating].filter(Boolean).join(' ')} role="alert">
      <h2 className={layout.title}>{title}</h2>
      <p>{text}</p>
      {children}
    </div>
  )
}

/** Replaces a view that crashed. If the page's script crashed, the message is shown above the page. */
export function CrashNotice({ floating = false }: { floating?: boolean }) {
  const { title, text, reload } = words.crashed
  return (
    <Notice title={title} text={text} floating={floating}>
      <Button size="small" onClick={() => location.reload()}>
        {reload}
      </Button>
    </Notice>
  )
}

/** An error boundary around a React root. After a crash, the HTML stays, and links, forms and dialogs work natively. */
export function CrashSafePage({ id, children }: { id: string; children: ReactNode }) {
  return (
    <Boundary place={id} fallback={() => <CrashedHtml id={id} />}>
      {children}
    </Boundary>
  )
}

function CrashedHtml({ id }: { id: string }) {
  // During the first render, React has not yet removed the crashed content.
  const [nodes] = useState(() => copyNodes(id))
  return (
    <>
      <div ref={(place) => place?.replaceChildren(...nodes)} />
      <CrashNotice floating />
    </>
  )
}

/** Closes an open dialog, because React would restore it as non-modal. */
function copyNodes(id: string): readonly Node[] {
  const copy = document.getElementById(id)?.cloneNode(true) as Element | undefined
  for (const dialog of copy?.querySelectorAll('dialog[open]') ?? []) dialog.removeAttribute('open')
  return [...(copy?.childNodes ?? [])]
}

/** Shown if a view failed to load, or if loading the view as a page would lose the visitor's input. */
export function LoadFailure() {
  const { navigate } = useNavigation()
  const missing = useStore(missingView)
  if (!missing) return null
  if (missing.why === 'unsafe') {
    const { title, text, load } = words.outdated
    return (
      <Notice title={title} text={text} floating>
        <a className={buttonClass('plain', 'small')} href={viewHref(missing.view)}>
          {load}
        </a>
      </Notice>
    )
  }
  const { title, text, retry } = words.loadFailed
  return (
    <Notice title={title} text={text} floating>
      <Button size="small" onClick={() => navigate(missing.view, 'retry')}>
        {retry}
      </Button>
    </Notice>
  )
}

/** The last failure of a form that the visitor left while it was being sent, with a link back to the form. */
export function MissedNotice() {
  const missed = useStore(missedFailures).at(-1)
  return missed && <MissedFailureNotice missed={missed} />
}

function MissedFailureNotice({ missed }: { missed: MissedFailure }) {
  const { navigate } = useNavigation()

  // Escape dismisses this notice even without focus, because the notice covers part of the page.
  useEffect(() => {
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === 'Escape' && !document.querySelector(':modal')) clearMissedFailure(missed.form)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [missed])

  const { text, back, dismiss } = words.missedFailure
  const goBack = () => {
    if (missed.form === 'message') return navigate('contact')
    const dialog = document.getElementById(bookingDialogId)
    if (dialog instanceof HTMLDialogElement) dialog.showModal()
  }
  return (
    <Notice title={missed.says} text={text} floating>
      <div className={layout.row}>
        <Button size="small" onClick={goBack}>
          {back}
        </Button>
        <Button size="small" onClick={() => clearMissedFailure(missed.form)}>
          {dismiss}
        </Button>
      </div>
    </Notice>
  )
}
