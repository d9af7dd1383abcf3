import { type ReactNode, useEffect } from 'react'
import { brand } from '#content/brand.ts'
import pieces from '#desk/lib/pieces.module.css'
import layout from '#ui/layout.module.css'

interface PageProps {
  title: string
  /** The number of items that need attention, shown in the tab's title. */
  waiting?: number | undefined
  /** Controls for the whole screen, right of the title. */
  actions?: ReactNode
  children: ReactNode
}

/** The frame of every screen: its one heading, also in the tab. */
export function Page({ title, waiting = 0, actions, children }: PageProps) {
  useEffect(() => {
    document.title = `${waiting > 0 ? `(${waiting}) ` : ''}${title} · ${brand.name} desk`
  }, [title, waiting])
  return (
    <>
      <div className={`${layout.ends} ${pieces.head}`}>
        <h1 className={pieces.title}>{title}</h1>
        {actions && <div className={`${layout.row} ${pieces.actionRow}`}>{actions}</div>}
      </div>
      {children}
    </>
  )
}
