import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import layout from './layout.module.css'
import css from './toggle-group.module.css'

interface TabsProps<Value extends string> {
  label: string
  tabs: readonly { readonly value: Value; readonly label: ReactNode }[]
  value: Value
  onChange: (value: Value) => void
  /** The panel of the selected tab. */
  children: ReactNode
  panelClassName?: string | undefined
}

/**
 * Tabs with arrow keys, Home and End; only the selected tab is a tab stop.
 * @see https://www.w3.org/WAI/ARIA/apg/patterns/tabs/
 */
export function Tabs<Value extends string>(props: TabsProps<Value>) {
  const { label, tabs, value, onChange, children, panelClassName } = props
  const id = useId()
  const list = useRef<HTMLDivElement>(null)

  const onKeyDown = (event: KeyboardEvent) => {
    const at = tabs.findIndex((tab) => tab.value === value)
    const next = nextTab(event.key, at, tabs.length)
    const tab = next === null ? undefined : tabs[next]
    if (next === null || !tab) return
    event.preventDefault()
    onChange(tab.value)
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus()
  }

  return (
    <>
      <div
        className={`${css.group} ${layout.scripted}`}
        role="tablist"
        aria-label={label}
        ref={list}
        onKeyDown={onKeyDown}
      >
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}${tab.value}`}
            className={css.toggle}
            aria-selected={tab.value === value}
            aria-controls={`${id}panel`}
            tabIndex={tab.value === value ? 0 : -1}
            onClick={() => onChange(tab.value)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}panel`} aria-labelledby={`${id}${value}`} className={panelClassName}>
        {children}
      </div>
    </>
  )
}

function nextTab(key: string, at: number, count: number): number | null {
  if (key === 'ArrowRight') return (at + 1) % count
  if (key === 'ArrowLeft') return (at - 1 + count) % count
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  return null
}
