import { type ReactNode, useEffect, useId } from 'react'
import { brand } from '#content/brand.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import layout from '#ui/layout.module.css'
import pieces from './pieces.module.css'

interface PageProps {
  title: string
  /** The number of items that need attention, shown in the tab's title. */
  waiting?: number | undefined
  /** Controls for the complete screen, to the right of the title. */
  actions?: ReactNode
  children: ReactNode
}

/** The frame of every screen, with its only h1, whose text is also the tab's title. */
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

interface SectionProps {
  title: string
  text: string
  className?: string | undefined
  children: ReactNode
}

/** A section with a description on the left and controls on the right. */
export function Section({ title, text, className = '', children }: SectionProps) {
  const id = useId()
  return (
    <section className={`${pieces.section} ${className}`} aria-labelledby={id}>
      <div className={`${layout.tight} ${pieces.aside}`}>
        <h2 className={layout.title} id={id}>
          {title}
        </h2>
        <p className={layout.note}>{text}</p>
      </div>
      <div>{children}</div>
    </section>
  )
}

/** Shown instead of a screen if only owners are allowed to see it. The database also refuses the screen's data. */
export function OwnersOnly({ title }: { title: string }) {
  return (
    <Page title={title}>
      <EmptyState title="Only owners can see this page" text="If you need something from this page, ask an owner." />
    </Page>
  )
}
