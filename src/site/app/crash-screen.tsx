import { Component, type ReactNode } from 'react'
import { navigation } from '#content/navigation.ts'
import type { ViewId } from '#content/views.ts'
import { track } from '#site/lib/track.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'

interface CrashScreenProps {
  view: ViewId
  children: ReactNode
}

/** Keeps a fault in one screen from taking the page with it. */
export class CrashScreen extends Component<CrashScreenProps, { crashed: boolean }> {
  override state = { crashed: false }

  static getDerivedStateFromError() {
    return { crashed: true }
  }

  override componentDidCatch(cause: unknown) {
    track('error', { code: 'crashed', place: this.props.view, cause })
  }

  override render() {
    if (!this.state.crashed) return this.props.children
    const { title, text, reload } = navigation.crashed
    return (
      <main id="content">
        <Notice title={title} text={text}>
          <Button onClick={() => location.reload()}>{reload}</Button>
        </Notice>
      </main>
    )
  }
}
