import { navigation } from '#content/navigation.ts'
import { LazyPart } from '#site/lib/lazy-part.tsx'
import { missedFailures } from '#site/lib/missed-failures.ts'
import { useStore } from '#site/lib/store.ts'
import { Notice } from '#ui/notice.tsx'

const missedFailure = async () => (await import('./missed-failure.tsx')).MissedFailure

/** The newest failure of a form that the visitor has left; a short version if its part cannot be loaded. */
export function MissedNotice() {
  const missed = useStore(missedFailures).at(-1)
  return (
    missed && (
      <LazyPart
        name="missed-failure"
        load={missedFailure}
        props={{ missed }}
        failed={() => <Notice title={missed.says} text={navigation.loadFailed.text} floating />}
      />
    )
  )
}
