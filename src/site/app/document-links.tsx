import type { ReactNode } from 'react'
import { documents } from '#content/documents.ts'
import layout from '#ui/layout.module.css'
import css from './document-links.module.css'

/** Links to the documents and to `children`. They are pages of the server, so each link loads its page. */
export const DocumentLinks = ({ children }: { children?: ReactNode }) => (
  <span className={`${layout.row} ${css.links}`}>
    {Object.entries(documents).map(([id, label]) => (
      <a key={id} href={`/${id}`}>
        {label}
      </a>
    ))}
    {children}
  </span>
)
