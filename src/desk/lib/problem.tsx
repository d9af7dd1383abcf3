import type { ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import layout from '#ui/layout.module.css'
import { errorMessage, Failure } from './failure.ts'
import pieces from './pieces.module.css'

interface ErrorNoticeProps {
  /** The error; if null, nothing is shown. */
  error: Error | null
  /** A message that replaces the error's own message. */
  children?: ReactNode
  /** True for a message on one line with little padding. The button is at the end of that line. */
  isSlim?: boolean
  className?: string | undefined
  onRetry?: () => void
}

/** False if the user's role forbids the request, because a retry would fail too. */
export const canRetry = (error: Error): boolean => !(error instanceof Failure && error.status === 403)

/** An error message, announced to screen readers. */
export function ErrorNotice({ error, children, isSlim = false, className = '', onRetry }: ErrorNoticeProps) {
  if (!error) return null
  const slim = isSlim ? `${layout.bar} ${pieces.apart} ${pieces.slim}` : ''
  return (
    <div className={`${pieces.problem} ${slim} ${className}`} role="alert">
      <p>{children || errorMessage(error)}</p>
      {onRetry && canRetry(error) && (
        <Button size="small" onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  )
}

interface LoadErrorProps {
  /** Says which data could not be loaded. */
  title: string
  error: Error
  onRetry: () => void
}

/** An error, shown in place of data that could not be loaded. */
export const LoadError = ({ title, error, onRetry }: LoadErrorProps) => (
  <EmptyState isAlert title={title} text={errorMessage(error)}>
    {canRetry(error) && (
      <Button look="signal" onClick={onRetry}>
        Try again
      </Button>
    )}
  </EmptyState>
)
