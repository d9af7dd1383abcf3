import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { devicesForTest } from './testing.ts'

const room = await devicesForTest()
afterAll(() => room.close())

const day = 86_400_000
const device = (name: string) => ({ agent: `${name} browser`, device: `${name}-0123456789-0123456789` })
const nameless = { agent: 'curl/8.0', device: null }

let owner: string
let agent: string
beforeAll(async () => {
  owner = await room.person('olga', 'owner')
})
beforeEach(async () => {
  agent = await room.person(`agent${Math.random()}`, 'agent')
  await room.told()
})

const toBoth = (client: { agent: string }) =>
  expect.arrayContaining([
    { kind: 'new-device', to: agent, about: agent, agent: client.agent },
    { kind: 'new-device', to: owner, about: agent, agent: client.agent },
  ]) as unknown

it('a device is known from the first sign-in on, and to nobody else', async () => {
  expect(await room.knows(agent, device('desk'))).toBe(false)
  await room.signIn(agent, device('desk'))
  expect(await room.knows(agent, device('desk'))).toBe(true)
  expect(await room.knows(agent, device('phone'))).toBe(false)
  expect(await room.knows(owner, device('desk'))).toBe(false)
})

it('the first device of somebody is no news, another one is told to them and to the owners, once', async () => {
  await room.signIn(agent, device('desk'))
  expect(await room.told()).toEqual([])
  await room.signIn(agent, device('phone'))
  const told = await room.told()
  expect(told).toEqual(toBoth(device('phone')))
  expect(told).toHaveLength(2)
  for (const name of ['phone', 'desk', 'phone']) await room.signIn(agent, device(name))
  expect(await room.told()).toEqual([])
})

it('an owner hears of their own once', async () => {
  await room.signIn(owner, device('desk'))
  await room.told()
  await room.signIn(owner, device('phone'))
  expect(await room.told()).toMatchObject([{ to: owner, about: owner }])
})

it('who leaves the name out hides from nobody, and writes one letter a day', async () => {
  await room.signIn(agent, device('desk'))
  await room.signIn(agent, nameless)
  expect(await room.told()).toEqual(toBoth(nameless))
  room.time.now += day - 1
  await room.signIn(agent, nameless)
  expect(await room.told()).toEqual([])
  expect(await room.knows(agent, nameless)).toBe(false)
  room.time.now += day
  await room.signIn(agent, nameless)
  expect(await room.told()).toEqual(toBoth(nameless))
})

it('one that was away for half a year is new again', async () => {
  await room.signIn(agent, device('desk'))
  room.time.now += 180 * day
  expect(await room.knows(agent, device('desk'))).toBe(false)
  await room.signIn(agent, device('desk'))
  expect(await room.told()).toEqual(toBoth(device('desk')))
})

it('of people who do not work here nobody is told', async () => {
  const stranger = await room.person(`stranger${Math.random()}`, null)
  const stopped = await room.person(`stopped${Math.random()}`, 'agent')
  await room.test.asOwner('update staff_members set disabled_at = now() where id = $1', [stopped])
  for (const person of [stranger, stopped]) {
    await room.signIn(person, device('desk'))
    await room.signIn(person, device('phone'))
  }
  expect(await room.told()).toEqual([])
})

it('a dump names no device', async () => {
  await room.signIn(agent, device('desk'))
  const rows = await room.test.asOwner('select d::text from private.known_devices d')
  const bound = await room.test.asOwner('select d::text from private.session_devices d')
  expect(JSON.stringify([rows, bound])).not.toContain('0123456789')
})
