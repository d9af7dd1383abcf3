import type { ComponentPropsWithRef } from 'react'
import css from './button.module.css'

interface ButtonProps extends ComponentPropsWithRef<'button'> {
  /** `signal` is for the main action of a screen, and `plain` for all other actions. */
  look?: 'signal' | 'plain'
  size?: 'normal' | 'small'
}

export function Button({ look = 'plain', size = 'normal', type = 'button', ...rest }: ButtonProps) {
  return <button {...rest} type={type} className={buttonClass(look, size)} />
}

/** Also used by links that look like buttons. */
export function buttonClass(look: 'signal' | 'plain' = 'plain', size: 'normal' | 'small' = 'normal'): string {
  return [css.button, look === 'signal' && css.signal, size === 'small' && css.small].filter(Boolean).join(' ')
}
