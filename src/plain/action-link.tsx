import type { ReactNode } from 'react'
import { buttonLook } from '#ui/button.tsx'
import css from './plain-form.module.css'

/** A link for the next step, which looks like the button of a form. */
export const ActionLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <a className={`${buttonLook('signal')} ${css.action}`} href={href}>
    {children}
  </a>
)
