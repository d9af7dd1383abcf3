import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { booking } from '#content/booking.ts'
import { navigation } from '#content/navigation.ts'
import { showProblem } from '#site/lib/form-store.ts'
import frame from '#site/lib/frame.module.css'
import { lockPageScroll } from '#site/lib/lock-page-scroll.ts'
import modal from '#site/lib/modal.module.css'
import { useStore } from '#site/lib/store.ts'
import { track } from '#site/lib/track.ts'
import { replacedForm } from '#site/lib/unsaved-work.ts'
import { Icon } from '#ui/icon.tsx'
import layout from '#ui/layout.module.css'
import { bookingDialogId, CallSteps, lastOpenerPlace, SlotsClaim } from './book-call.tsx'
import css from './booking-dialog.module.css'
import { BookingForm } from './booking-form.tsx'
import { bookingForm } from './booking-request.ts'

const { draft, reset, show } = bookingForm

/** The booking dialog of all views. Changing the view closes the dialog. */
export function BookingDialog() {
  const dialog = useRef<HTMLDialogElement>(null)
  const confirmation = useRef<HTMLHeadingElement>(null)
  const { phase, sent } = useStore(bookingForm.state)
  const succeeded = phase.name === 'success'

  const outcome = sent?.outcome ?? 'requested'
  const told = outcome === 'requested' ? booking.confirmation : booking.outcomes[outcome]

  /** The button that opened the dialog; null while the dialog is closed. */
  const opener = useRef<string>(null)

  const begin = useEffectEvent(() => {
    const form = dialog.current?.querySelector('form')
    draft.begin(form)
    show(true)
    // If the dialog was opened before hydration, the browser has already focused the first field.
    if (phase.name === 'editing' && phase.problem) showProblem(form)
    if (opener.current) return
    opener.current = lastOpenerPlace()
    track('modal_open', { modal: 'booking', opener: opener.current })
  })
  const end = useEffectEvent(() => {
    show(false)
    if (opener.current) track('modal_close', { modal: 'booking', opener: opener.current })
    opener.current = null
  })
  const onChange = useEffectEvent((element: HTMLDialogElement) => {
    if (element.open) begin()
    else {
      end()
      if (succeeded) reset()
    }
  })
  useLayoutEffect(() => {
    // A failed hydration replaces the dialog, which may have been open.
    const form = dialog.current?.querySelector('form')
    if (replacedForm('booking', form)?.closest('dialog')?.open) dialog.current?.showModal()
  }, [])
  useEffect(() => {
    window.boot?.dialogsReady()
    const element = dialog.current
    // The visitor may have opened the dialog before hydration.
    if (element?.open) begin()
    // Observes the attribute, because Safari before version 26 fires no toggle events for dialogs.
    const watch = new MutationObserver(() => element && onChange(element))
    if (element) watch.observe(element, { attributeFilter: ['open'] })
    const letGo = element && lockPageScroll(element)
    return () => {
      letGo?.()
      watch.disconnect()
      end()
    }
  }, [])

  const finish = useEffectEvent(() => {
    dialog.current?.close()
    reset()
  })
  useEffect(() => {
    if (!succeeded) return
    // If the visitor closed the dialog during the request, the receipt shows the outcome.
    if (!dialog.current?.open) return finish()
    confirmation.current?.focus()
    const timer = setTimeout(() => finish(), booking.confirmationMs)
    return () => clearTimeout(timer)
  }, [succeeded])

  return (
    <dialog
      ref={dialog}
      id={bookingDialogId}
      className={`${modal.dialog} ${css.dialog}`}
      aria-labelledby="booking-title"
    >
      <div className={`${modal.frame} ${css.frame}`}>
        <div className={`${layout.top} ${css.side}`}>
          <h2 className={css.title} id="booking-title">
            {booking.title}
          </h2>
          <p>{booking.intro}</p>
          <CallSteps className={css.steps} />
          <SlotsClaim className={css.slots}>{booking.slotsClaim}</SlotsClaim>
        </div>
        <div className={css.main}>
          {succeeded ? (
            <div className={`${layout.left} ${css.confirmation}`} role="status">
              <span className={frame.done}>
                <Icon name="check" />
              </span>
              <h3 ref={confirmation} tabIndex={-1}>
                {told.title}
              </h3>
              <p>{told.text}</p>
              <p>{navigation.receiptStands}</p>
            </div>
          ) : (
            <BookingForm />
          )}
        </div>
        {/* The button is last in the markup, so that the first field receives focus when the dialog opens. */}
        <button
          type="button"
          className={`${layout.cross} ${modal.close}`}
          command="close"
          commandfor={bookingDialogId}
          aria-label={booking.close}
          onClick={() => dialog.current?.close()}
        >
          <Icon name="close" />
        </button>
      </div>
    </dialog>
  )
}
