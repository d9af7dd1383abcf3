import type { ReactNode } from 'react'
import { buttonLook } from '#ui/button.tsx'
import css from './plain-form.module.css'

/** A link that is what to do next; it stands where the button of a form would. */
export const ActionLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <a className={`${buttonLook('signal')} ${css.action}`} href={href}>
    {children}
  </a>
)
