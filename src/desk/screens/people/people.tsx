import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useMe } from '#desk/lib/door.ts'
import { inWords } from '#desk/lib/failure.ts'
import { OwnersOnly, Page } from '#desk/lib/page.tsx'
import { peopleQuery } from '#desk/lib/people.ts'
import pieces from '#desk/lib/pieces.module.css'
import { Blank } from '#ui/blank.tsx'
import { Bones } from '#ui/bones.tsx'
import { Button } from '#ui/button.tsx'
import { Invitation } from './invitation.tsx'
import { PersonRow } from './person-row.tsx'

/** Who works at the desk, and as what. */
export function Screen() {
  const me = useMe()
  const [isInviting, setInviting] = useState(false)
  const { data, error, refetch } = useQuery(peopleQuery)
  if (me.role !== 'owner') return <OwnersOnly title="People" />
  return (
    <Page
      title="People"
      actions={
        <Button look="signal" onClick={() => setInviting(true)}>
          Invite somebody
        </Button>
      }
    >
      <p className={pieces.about}>
        <strong>Owners</strong> do everything. <strong>Agents</strong> answer bookings and messages and export
        them. <strong>Viewers</strong> read. Everybody signs in with a second step.
      </p>
      {data ? (
        <ul className={pieces.bounded}>
          {data.map((person) => (
            <PersonRow key={person.id} person={person} isMe={person.id === me.id} />
          ))}
        </ul>
      ) : error ? (
        <Blank isAlert title="The people could not be fetched" text={inWords(error)}>
          <Button look="signal" onClick={() => void refetch()}>
            Try again
          </Button>
        </Blank>
      ) : (
        <Bones lines={3} />
      )}
      <Invitation isOpen={isInviting} onClose={() => setInviting(false)} />
    </Page>
  )
}
