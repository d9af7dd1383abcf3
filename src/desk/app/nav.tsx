import { Menu } from '@base-ui/react/menu'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { brand } from '#content/brand.ts'
import { failedLettersQuery } from '#desk/features/letters/api.ts'
import { mineQuery } from '#desk/features/record/api.ts'
import controls from '#desk/lib/controls.module.css'
import { type DeskMember, mayEdit, signOut, useMe } from '#desk/lib/door.ts'
import pieces from '#desk/lib/pieces.module.css'
import { roleWords } from '#desk/lib/words.ts'
import layout from '#ui/layout.module.css'
import { visuallyHidden } from '#ui/visually-hidden.ts'
import css from './nav.module.css'

/** The less frequently used screens that the user's role is allowed to open. */
function adminLinksFor(me: DeskMember) {
  const all = [
    ['/hours', 'Availability', true],
    ['/exports', 'Exports', mayEdit(me)],
    ['/people', 'Team', me.role === 'owner'],
    ['/site', 'Site', me.role === 'owner'],
    ['/settings', 'Settings', me.role === 'owner'],
    ['/log', 'Audit log', me.role === 'owner'],
    ['/ready', 'Launch checklist', me.role === 'owner'],
  ] as const
  return all.filter(([, , mayOpen]) => mayOpen)
}

/** Links to the screens that the user's role is allowed to open. The screens for daily work come first. */
export function Nav({ onKeys }: { onKeys: () => void }) {
  const me = useMe()
  const { data: failed = 0 } = useQuery(failedLettersQuery)
  const { data: { count: needed = 0 } = {} } = useQuery(mineQuery)
  return (
    <div className={css.bar}>
      <p className={`${pieces.brand} ${css.brand}`}>
        {brand.name} <span>desk</span>
      </p>
      <nav className={css.nav} aria-label="Desk">
        <Link to="/mine" className={css.link}>
          <NavIcon name="mine" />
          Mine
          {needed > 0 && <Badge count={needed} says="to do" isCalm />}
        </Link>
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
          Emails
          {failed > 0 && <Badge count={failed} says="failed" />}
        </Link>
        <Link to="/insights" search={{}} className={css.link}>
          <NavIcon name="insights" />
          Insights
        </Link>
      </nav>
      <nav className={css.more} aria-label="Administration">
        {adminLinksFor(me).map(([to, label]) => (
          <Link key={to} to={to} search={{}} className={css.link}>
            {label}
          </Link>
        ))}
      </nav>
      <AccountMenu onKeys={onKeys} />
    </div>
  )
}

/** A count beside a link. It is red unless it is calm. */
const Badge = ({ count, says, isCalm = false }: { count: number; says: string; isCalm?: boolean }) => (
  <span className={css.badge} data-calm={isCalm}>
    {count > 99 ? '99+' : count}
    <span className={visuallyHidden}> {says}</span>
  </span>
)

const paths = {
  mine: 'M10 3a3 3 0 1 1 0 6 3 3 0 0 1 0-6M3.500 17c.5-3.500 3-5.500 6.500-5.500s6 2 6.500 5.500',
  bookings: 'M3 4.5h14v12H3zM3 8.5h14M7 2.5v4M13 2.5v4M6.5 12.5l2 2 4.5-4',
  messages: 'M3 4h14v10H9l-4 3.5V14H3zM6 7.5h8M6 10.5h5',
  week: 'M3 3v14M7.7 3v14M12.3 3v14M17 3v14M3 6h4.700M7.7 9h4.600M12.3 12h4.700',
  letters: 'M3 5h14v11H3zM3 6l7 5.5L17 6',
  insights: 'M3 17h14M5 14v-4M10 14V4M15 14V8',
} as const

function NavIcon({ name }: { name: keyof typeof paths }) {
  return (
    <svg
      width="20"
      height="20"
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.7"
      aria-hidden="true"
    >
      <path d={paths[name]} />
    </svg>
  )
}

/** The account menu. On small screens, the menu also contains the links that do not fit in the navigation. */
function AccountMenu({ onKeys }: { onKeys: () => void }) {
  const me = useMe()
  const navigate = useNavigate()
  const initials = me.name.slice(0, 2).toUpperCase()
  return (
    <Menu.Root>
      <Menu.Trigger className={`${controls.bare} ${css.trigger}`} aria-label={`${me.name}, ${roleWords[me.role]}`}>
        <span className={css.initials} aria-hidden="true">
          {initials}
        </span>
        <span className={`${layout.small} ${css.who}`}>
          <span className={`${layout.clip} ${pieces.strong}`}>{me.name}</span>
          <span className={layout.tiny}>{roleWords[me.role]}</span>
        </span>
      </Menu.Trigger>
      {/* The menu is rendered at the end of the page, outside the landmarks, because the navigation rail would
          clip the menu. */}
      <Menu.Portal render={<nav aria-label="Account" />}>
        <Menu.Positioner className={css.place} sideOffset={6} align="end">
          <Menu.Popup className={css.menu}>
            <p className={`${layout.tiny} ${layout.anywhere} ${pieces.bounded} ${css.address}`}>{me.email}</p>
            {adminLinksFor(me).map(([to, label]) => (
              <Menu.Item
                key={to}
                className={`${layout.small} ${css.item} ${css.wide}`}
                onClick={() => void navigate({ to, search: {} })}
              >
                {label}
              </Menu.Item>
            ))}
            <Menu.Item className={`${layout.small} ${css.item}`} onClick={() => void navigate({ to: '/account' })}>
              My account
            </Menu.Item>
            <Menu.Item className={`${layout.small} ${css.item}`} onClick={onKeys}>
              Keyboard shortcuts
            </Menu.Item>
            <Menu.Item className={`${layout.small} ${css.item}`} onClick={() => void signOut()}>
              Sign out
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
