import { Component, type ReactNode } from 'react'
import { track } from './track.ts'

interface BoundaryProps {
  /** The name of the part, for tracking. */
  place: string
  /** Renders the fallback; `again` retries. */
  fallback: (again: () => void) => ReactNode
  children: ReactNode
}

/** An error boundary: an error in its children leaves the rest of the page intact. */
export class Boundary extends Component<BoundaryProps, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override componentDidCatch(cause: unknown) {
    track('error', { code: 'crashed', place: this.props.place, cause })
  }

  override render() {
    const { fallback, children } = this.props
    return this.state.failed ? fallback(() => this.setState({ failed: false })) : children
  }
}
