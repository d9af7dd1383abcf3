import 'react'

// React passes these attributes through but does not know their names yet.
declare module 'react' {
  interface ButtonHTMLAttributes<T> extends HTMLAttributes<T> {
    command?: 'show-modal' | 'close' | undefined
    commandfor?: string | undefined
  }
}
