import { Menu } from '@base-ui/react/menu'
import { useNavigate } from '@tanstack/react-router'
import controls from '#desk/lib/controls.module.css'
import { mayWork, signOut, useMe } from '#desk/lib/door.ts'
import pieces from '#desk/lib/pieces.module.css'
import { roleWords } from '#desk/lib/words.ts'
import layout from '#ui/layout.module.css'
import css from './nav.module.css'

/** Who is signed in, and signing out; on small screens also the links that the navigation has no room for. */
export function AccountMenu({ onKeys }: { onKeys: () => void }) {
  const me = useMe()
  const navigate = useNavigate()
  const initials = me.name.slice(0, 2).toUpperCase()
  return (
    <Menu.Root>
      <Menu.Trigger
        className={`${controls.bare} ${css.trigger}`}
        aria-label={`${me.name}, ${roleWords[me.role]}`}
      >
        <span className={css.initials} aria-hidden="true">
          {initials}
        </span>
        <span className={`${layout.small} ${css.who}`}>
          <span className={`${layout.clip} ${css.name}`}>{me.name}</span>
          <span className={layout.tiny}>{roleWords[me.role]}</span>
        </span>
      </Menu.Trigger>
      {/* At the end of the page, outside all its landmarks, because the rail would cut it off. */}
      <Menu.Portal render={<nav aria-label="Account" />}>
        <Menu.Positioner className={css.place} sideOffset={6} align="end">
          <Menu.Popup className={css.menu}>
            <p className={`${layout.tiny} ${layout.anywhere} ${pieces.bounded} ${css.address}`}>{me.email}</p>
            <Menu.Item
              className={`${layout.small} ${css.item} ${css.wide}`}
              onClick={() => void navigate({ to: '/hours', search: {} })}
            >
              Hours
            </Menu.Item>
            {mayWork(me) && (
              <Menu.Item
                className={`${layout.small} ${css.item} ${css.wide}`}
                onClick={() => void navigate({ to: '/exports' })}
              >
                Exports
              </Menu.Item>
            )}
            {me.role === 'owner' && (
              <>
                <Menu.Item
                  className={`${layout.small} ${css.item} ${css.wide}`}
                  onClick={() => void navigate({ to: '/people' })}
                >
                  People
                </Menu.Item>
                <Menu.Item
                  className={`${layout.small} ${css.item} ${css.wide}`}
                  onClick={() => void navigate({ to: '/settings' })}
                >
                  Settings
                </Menu.Item>
                <Menu.Item
                  className={`${layout.small} ${css.item} ${css.wide}`}
                  onClick={() => void navigate({ to: '/log', search: {} })}
                >
                  Log
                </Menu.Item>
                <Menu.Item
                  className={`${layout.small} ${css.item} ${css.wide}`}
                  onClick={() => void navigate({ to: '/ready', search: {} })}
                >
                  Ready for the public
                </Menu.Item>
              </>
            )}
            <Menu.Item
              className={`${layout.small} ${css.item}`}
              onClick={() => void navigate({ to: '/account' })}
            >
              My account
            </Menu.Item>
            <Menu.Item className={`${layout.small} ${css.item}`} onClick={onKeys}>
              Keys
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
