import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { brand } from '#content/brand.ts'
import { failedLetters } from '#desk/features/letters/api.ts'
import { mentionsQuery } from '#desk/features/record/api.ts'
import { mayWork, useMe } from '#desk/lib/door.ts'
import pieces from '#desk/lib/pieces.module.css'
import { unseen } from '#ui/unseen.ts'
import { AccountMenu } from './account-menu.tsx'
import css from './nav.module.css'
import { NavIcon } from './nav-icon.tsx'

/** The screens, the daily ones first; screens that the role may not open are hidden. */
export function Nav({ onKeys }: { onKeys: () => void }) {
  const me = useMe()
  const { data: failed = 0 } = useQuery(failedLetters)
  const { data: mentions } = useQuery(mentionsQuery)
  const named = mentions?.booking_id ?? mentions?.message_id
  return (
    <div className={css.bar}>
      <p className={`${pieces.brand} ${css.brand}`}>
        {brand.name} <span>desk</span>
      </p>
      {mentions && named && (
        <Link
          to={mentions.booking_id ? '/bookings' : '/messages'}
          search={{ item: named }}
          className={`${css.link} ${css.mentions}`}
        >
          Mentions
          <span className={css.badge}>{mentions.count}</span>
        </Link>
      )}
      <nav className={css.nav} aria-label="Desk">
        <Link to="/bookings" search={{}} className={css.link}>
          <NavIcon name="bookings" />
          Bookings
        </Link>
        <Link to="/messages" search={{}} className={css.link}>
          <NavIcon name="messages" />
          Messages
        </Link>
        <Link to="/week" search={{}} className={css.link}>
          <NavIcon name="week" />
          Week
        </Link>
        <Link
          to="/letters"
          search={failed > 0 ? { state: 'failed' } : {}}
          activeOptions={{ includeSearch: false }}
          className={css.link}
        >
          <NavIcon name="letters" />
          Letters
          {failed > 0 && (
            <span className={css.badge}>
              {failed > 99 ? '99+' : failed}
              <span className={unseen}> failed</span>
            </span>
          )}
        </Link>
        <Link to="/insights" search={{}} className={css.link}>
          <NavIcon name="insights" />
          Insights
        </Link>
      </nav>
      <nav className={css.more} aria-label="Keeping the desk">
        <Link to="/hours" search={{}} className={css.link}>
          Hours
        </Link>
        {mayWork(me) && (
          <Link to="/exports" className={css.link}>
            Exports
          </Link>
        )}
        {me.role === 'owner' && (
          <>
            <Link to="/people" className={css.link}>
              People
            </Link>
            <Link to="/settings" className={css.link}>
              Settings
            </Link>
            <Link to="/log" search={{}} className={css.link}>
              Log
            </Link>
            <Link to="/ready" search={{}} className={css.link}>
              Ready for the public
            </Link>
          </>
        )}
      </nav>
      <AccountMenu onKeys={onKeys} />
    </div>
  )
}
