import { Toast as Base } from '@base-ui/react/toast'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Icon } from './icon.tsx'
import css from './toast.module.css'
import { choosePlace, chooseToasts, type ToastPlace } from './toast-place.ts'

const manager = Base.createToastManager()

/** Shows and announces a message. `undo` adds an Undo button. */
export function showToast(title: string, options: { isAlert?: boolean; undo?: () => void } = {}): void {
  const { isAlert, undo } = options
  // Closes the toast first, so that Undo works only once.
  const takeBack = () => {
    manager.close(id)
    undo?.()
  }
  const id = manager.add({
    title,
    type: isAlert ? 'alert' : 'done',
    timeout: isAlert || undo ? 10_000 : 5000,
    ...(undo && { actionProps: { children: 'Undo', onClick: takeBack } }),
  })
}

/** Wraps the application and renders its toasts. */
export function ToastProvider({ children }: { children: ReactNode }) {
  return (
    // The library would hide the oldest toasts, even if they have an Undo button.
    <Base.Provider toastManager={manager} limit={Number.POSITIVE_INFINITY}>
      {children}
      <Base.Portal>
        <Toasts />
      </Base.Portal>
    </Base.Provider>
  )
}

/** Shows at most three toasts, where they do not cover the form in use. */
function Toasts() {
  const { toasts } = Base.useToastManager()
  const viewport = useRef<HTMLDivElement>(null)
  const [place, setPlace] = useState<ToastPlace | 'heading'>('bottom-right')
  useEffect(() => {
    const move = () => setPlace((now) => (viewport.current && choosePlace(viewport.current)) ?? now)
    const events = ['focusin', 'scroll', 'resize'] as const
    for (const event of events) addEventListener(event, move, { capture: true, passive: true })
    // A toast appears, or a form opens or grows.
    const observer = new MutationObserver(move)
    observer.observe(document.body, { childList: true, subtree: true })
    return () => {
      observer.disconnect()
      for (const event of events) removeEventListener(event, move, { capture: true })
    }
  }, [])
  const shown = chooseToasts(toasts)
  return (
    <Base.Viewport ref={viewport} className={css.viewport} data-place={place}>
      {toasts.map((toast) => (
        <Base.Root
          key={toast.id}
          toast={toast}
          className={css.toast}
          swipeDirection={[]}
          hidden={!shown.includes(toast)}
        >
          <Base.Content className={css.content}>
            <Base.Title className={css.title} render={<p />} />
            <Base.Action className={css.action} />
            <Base.Close className={css.close} aria-label="Dismiss">
              <Icon name="close" />
            </Base.Close>
          </Base.Content>
        </Base.Root>
      ))}
    </Base.Viewport>
  )
}
