import { Toast as Base } from '@base-ui/react/toast'
import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'
import css from './toast.module.css'

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
    <Base.Provider toastManager={manager}>
      {children}
      <Base.Portal>
        <Base.Viewport className={css.viewport}>
          <Toasts />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  )
}

function Toasts() {
  const { toasts } = Base.useToastManager()
  return toasts.map((toast) => (
    <Base.Root key={toast.id} toast={toast} className={css.toast} swipeDirection={[]}>
      <Base.Content className={css.content}>
        <Base.Title className={css.title} render={<p />} />
        <Base.Action className={css.action} />
        <Base.Close className={css.close} aria-label="Dismiss">
          <Icon name="close" />
        </Base.Close>
      </Base.Content>
    </Base.Root>
  ))
}
