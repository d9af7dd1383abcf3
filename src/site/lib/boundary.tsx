import { Component, type ReactNode } from 'react'
import { track } from './track.ts'

interface BoundaryProps {
  /** What is told about a fault: where it was. */
  place: string
  /** What stands there instead; `again` tries once more. */
  fallback: (again: () => void) => ReactNode
  children: ReactNode
}

/** Keeps a fault in what it holds from taking the rest of the page with it. */
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
