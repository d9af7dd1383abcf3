import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { expect, it } from 'vitest'
import { realtimeForTest, watch } from '#server/features/realtime/testing.ts'
import { openAnnouncer } from '#server/lib/announcing.ts'
import { createLog } from '#server/lib/log.ts'
import { program } from '#server/lib/test-door.ts'

it('news of what arrived reaches the desk by another server, once, after a kill between the commit and the announcement', async () => {
  const room = await realtimeForTest()
  const { token } = await room.person()
  const { ids } = await watch(await room.client(token))
  // Whoever would announce it now cannot.
  await room.asOwner('revoke execute on function private.announce() from backline_outbox')
  const script = await program(
    new URL(import.meta.resolve('#server/features/rest-writing/arriving-process.ts')),
  )
  const child = spawn(process.execPath, [script, room.databaseUrl], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [id] = (await once(createInterface(child.stdout), 'line')) as [string]
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(ids()).toEqual([])
  await room.asOwner('grant execute on function private.announce() to backline_outbox')
  const announcer = openAnnouncer(room.database, createLog({ write: () => {} }), 50)
  await expect.poll(ids).toEqual([id])
  // What came after it shows that it did not come again.
  const later = await room.book()
  await expect.poll(ids).toEqual([id, later])
  await announcer.close()
  await room.close()
})
