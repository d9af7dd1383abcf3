import {
  createRootRoute,
  createRoute,
  createRouter,
  type ErrorComponentProps,
  Link,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router'
import * as search from '#desk/lib/search-params.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Shell } from './shell.tsx'

const root = createRootRoute({ component: Shell, notFoundComponent: NotFoundScreen })
const at = <Path extends string>(path: Path) => ({ getParentRoute: () => root, path }) as const

const index = createRoute({
  ...at('/'),
  beforeLoad: () => {
    redirect({ to: '/mine', throw: true })
  },
})
const mine = createRoute({
  ...at('/mine'),
  component: lazyRouteComponent(() => import('#desk/screens/mine/mine.tsx'), 'Screen'),
})
const bookings = createRoute({
  ...at('/bookings'),
  validateSearch: search.bookingsSearch,
  component: lazyRouteComponent(() => import('#desk/screens/bookings/bookings.tsx'), 'Screen'),
})
const messages = createRoute({
  ...at('/messages'),
  validateSearch: search.messagesSearch,
  component: lazyRouteComponent(() => import('#desk/screens/messages/messages.tsx'), 'Screen'),
})
const week = createRoute({
  ...at('/week'),
  validateSearch: search.weekSearch,
  component: lazyRouteComponent(() => import('#desk/screens/week/week.tsx'), 'Screen'),
})
const hours = createRoute({
  ...at('/hours'),
  validateSearch: search.hoursSearch,
  component: lazyRouteComponent(() => import('#desk/screens/hours/hours.tsx'), 'Screen'),
})
const letters = createRoute({
  ...at('/letters'),
  validateSearch: search.lettersSearch,
  component: lazyRouteComponent(() => import('#desk/screens/letters/letters.tsx'), 'Screen'),
})
const person = createRoute({
  ...at('/person'),
  validateSearch: search.personSearch,
  component: lazyRouteComponent(() => import('#desk/screens/person/person.tsx'), 'Screen'),
})
const insights = createRoute({
  ...at('/insights'),
  validateSearch: search.insightsSearch,
  component: lazyRouteComponent(() => import('#desk/screens/insights/insights.tsx'), 'Screen'),
})
const exports = createRoute({
  ...at('/exports'),
  component: lazyRouteComponent(() => import('#desk/screens/exports/exports.tsx'), 'Screen'),
})
const settings = createRoute({
  ...at('/settings'),
  component: lazyRouteComponent(() => import('#desk/screens/settings/settings.tsx'), 'Screen'),
})
const webhooks = createRoute({
  ...at('/settings/webhooks'),
  component: lazyRouteComponent(() => import('#desk/screens/webhooks/webhooks.tsx'), 'Screen'),
})
const people = createRoute({
  ...at('/people'),
  component: lazyRouteComponent(() => import('#desk/screens/people/people.tsx'), 'Screen'),
})
const site = createRoute({
  ...at('/site'),
  validateSearch: search.siteSearch,
  component: lazyRouteComponent(() => import('#desk/screens/site/site.tsx'), 'Screen'),
})
const ready = createRoute({
  ...at('/ready'),
  validateSearch: search.readySearch,
  component: lazyRouteComponent(() => import('#desk/screens/ready/ready.tsx'), 'Screen'),
})
const log = createRoute({
  ...at('/log'),
  validateSearch: search.logSearch,
  component: lazyRouteComponent(() => import('#desk/screens/log/log.tsx'), 'Screen'),
})
const account = createRoute({
  ...at('/account'),
  component: lazyRouteComponent(() => import('#desk/screens/account/account.tsx'), 'Screen'),
})

export const router = createRouter({
  routeTree: root.addChildren([
    index,
    mine,
    bookings,
    messages,
    week,
    hours,
    letters,
    person,
    insights,
    exports,
    settings,
    webhooks,
    people,
    site,
    ready,
    log,
    account,
  ]),
  basepath: '/desk',
  defaultPreload: 'intent',
  defaultErrorComponent: LoadFailure,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

/** Replaces a screen that could not be loaded or that crashed. */
export function LoadFailure({ error, reset }: ErrorComponentProps) {
  const isFetching = error instanceof Error && /import|fetch|load/i.test(error.message)
  return (
    <EmptyState
      isAlert
      title={isFetching ? 'This screen could not be loaded' : 'This screen crashed'}
      text={
        isFetching
          ? 'You may be offline, or the desk was updated after you opened it.'
          : 'Your saved data is safe. Reload the page. If this happens again, tell the operator.'
      }
    >
      <Button look="signal" onClick={() => location.reload()}>
        Reload the page
      </Button>
      <Button onClick={reset}>Try again</Button>
    </EmptyState>
  )
}

function NotFoundScreen() {
  return (
    <EmptyState title="Page not found" level={1} text="The URL may be outdated or mistyped.">
      <Link to="/bookings" search={{}} className={buttonClass('signal')}>
        Go to bookings
      </Link>
    </EmptyState>
  )
}
