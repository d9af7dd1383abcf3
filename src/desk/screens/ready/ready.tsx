import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMe } from '#desk/lib/door.ts'
import { OwnersOnly, Page, Section } from '#desk/lib/page.tsx'
import pieces from '#desk/lib/pieces.module.css'
import { LoadError } from '#desk/lib/problem.tsx'
import { isOwnServer } from '#desk/lib/server.ts'
import { dayAndTime } from '#desk/lib/times.ts'
import { WhenOnline } from '#desk/lib/when-online.tsx'
import { countWithNoun } from '#desk/lib/words.ts'
import type { ChecklistFinding, ChecklistSeverity, LaunchChecklist } from '#shared/contract/operations.ts'
import { Button } from '#ui/button.tsx'
import { Chip, type Tone } from '#ui/chip.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import layout from '#ui/layout.module.css'
import { Skeleton } from '#ui/skeleton.tsx'
import css from './ready.module.css'
import { readyQuery, TestEmail } from './test-email.tsx'

const route = getRouteApi('/ready')
const title = 'Launch checklist'

export function Screen() {
  const me = useMe()
  if (me.role !== 'owner') return <OwnersOnly title={title} />
  if (isOwnServer) return <Checks />
  return (
    <Page title={title}>
      <EmptyState
        title="Check your Supabase project"
        text="The desk uses a Supabase project. Check its email, members and backups in the project’s dashboard."
      />
    </Page>
  )
}

function Checks() {
  const { code } = route.useSearch()
  const { data, error, isFetching, refetch } = useQuery(readyQuery)
  return (
    <Page
      title={title}
      actions={
        data && (
          <WhenOnline>
            <Button disabled={isFetching} onClick={() => void refetch()}>
              {isFetching ? 'Checking…' : 'Check again'}
            </Button>
          </WhenOnline>
        )
      }
    >
      {error && <LoadError title="The checks could not run" error={error} onRetry={() => void refetch()} />}
      {data ? (
        <>
          <p className={`${layout.title} ${css.sum}`} role="status">
            {describeResult(data)}
          </p>
          <div className={pieces.sections}>
            {data.groups.map(({ title, text, findings }) => (
              <Section key={title} title={title} text={text}>
                <ul className={`${layout.stack} ${css.list}`}>
                  {findings.map((found) => (
                    <CheckLine key={found.check} found={found} />
                  ))}
                </ul>
                {findings.some(canSend) && <TestEmail code={code ?? ''} />}
              </Section>
            ))}
          </div>
        </>
      ) : (
        !error && <Skeleton />
      )}
    </Page>
  )
}

/** True if a mail server and a sender are set, so that emails can be sent. */
const canSend = ({ check, finding }: ChecklistFinding) =>
  check === 'mail' && finding !== 'folder' && finding !== 'sender'

function describeResult({ groups }: LaunchChecklist): string {
  const findings = groups.flatMap((group) => group.findings)
  const count = (wanted: ChecklistSeverity) => findings.filter(({ state }) => state === wanted).length
  const toFix = count('mend')
  const parts = [
    toFix === 0 ? 'Nothing left to fix' : `${countWithNoun(toFix, 'thing')} to fix`,
    count('consider') > 0 && `${count('consider')} worth checking`,
    count('unknown') > 0 && `${count('unknown')} unknown`,
  ]
  return `${parts.filter(Boolean).join(', ')}.`
}

const chips: Readonly<Record<ChecklistSeverity, { tone: Tone; words: string }>> = {
  good: { tone: 'quiet', words: 'OK' },
  mend: { tone: 'alert', words: 'To fix' },
  consider: { tone: 'plain', words: 'Worth checking' },
  unknown: { tone: 'plain', words: 'Unknown' },
}

/** One check with its title, its result, and what to do. */
export function CheckLine({ found: { title, state, says, todo, link } }: { found: ChecklistFinding }) {
  return (
    <li className={`${layout.anywhere} ${layout.close}`} data-state={state}>
      <div className={`${layout.ends} ${css.head}`}>
        <h3 className={css.title}>{title}</h3>
        <Chip tone={chips[state].tone}>{chips[state].words}</Chip>
      </div>
      <p className={`${layout.soft} ${css.says}`}>{onOurClock(says)}</p>
      {todo && (
        <p className={css.mend}>
          {todo} {link && <a href={`/desk${link}`}>Open Site</a>}
        </p>
      )}
    </li>
  )
}

const onOurClock = (says: string) =>
  says.replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, (at) => dayAndTime(new Date(at)))
