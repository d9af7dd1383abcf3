import { clientOf, openDesk } from './desk.ts'
import { expect, looksRight, test } from './desk-test.ts'

// The settings changed here would affect other tests.
test.use({ ownServer: true })

test('saves working hours, a day off and a retention period, and keeps two owners from overwriting each other’s changes', async ({
  page,
  at,
  anna,
  faults,
}) => {
  faults.expect(/status of 400 .*desk_settings/)
  const settings = async () => (await anna.client.from('desk_settings').select().single()).data
  // After saving, the form reloads and then enables its button again.
  const expectSaved = (button: string) => expect(page.getByRole('button', { name: button })).toBeEnabled()
  const refused = (why: string) => page.getByRole('alert').filter({ hasText: why })
  await openDesk(page, at.url, anna, '/settings')
  const [calls, until, save] = [
    page.getByLabel('Weekly capacity (calls)'),
    page.getByLabel('Until', { exact: true }),
    page.getByRole('button', { name: 'Save call settings' }),
  ]
  const mailboxes = page.getByLabel('Team email addresses')
  await mailboxes.fill('team@example.com; help')
  await calls.fill('7')
  await page.getByLabel('From', { exact: true }).fill('08:30')
  await page.getByRole('checkbox', { name: 'Sat' }).check()
  await page.getByRole('combobox', { name: 'Time zone' }).fill('Nowhere/Land')
  await save.click()
  await expect(refused('Unknown time zone.')).toBeVisible()
  await page.getByRole('combobox', { name: 'Time zone' }).fill('Africa/Johannesburg')
  await until.fill('08:00')
  await save.click()
  await expect(refused('The end is before the start.')).toBeVisible()
  await until.fill('17:00')
  await save.click()
  await expect(page.getByText('Calls saved.')).toBeVisible()
  await expectSaved('Save call settings')
  const work = { weekly_capacity: 7, opens: '08:30:00', work_days: [1, 2, 3, 4, 5, 6] }
  expect(await settings()).toMatchObject({ ...work, time_zone: 'Africa/Johannesburg' })
  expect((await clientOf(at.url).rpc('remaining_calls_this_week')).data).toMatchObject({ capacity: 7 })

  // The reload keeps the other form's changes, and only these.
  await page.reload()
  await expect(mailboxes).toHaveValue('team@example.com; help')
  await expect(calls).toHaveValue('7')
  await expect(page.getByText('Unsaved changes.')).toHaveCount(1)

  // Fields that were not edited show another owner's change. The form warns before it overwrites this change.
  const theirs = { weekly_capacity: 9, call_minutes: 45 }
  await anna.client.from('desk_settings').update(theirs).eq('only', true)
  await calls.fill('3')
  await save.click()
  await expect(page.getByText('Someone else changed the settings.').first()).toBeVisible()
  await expect(page.getByLabel('Call length (minutes)')).toHaveValue('45')
  await expect(calls).toHaveValue('3')
  expect(await settings()).toMatchObject(theirs)
  await save.click()
  await expect.poll(settings).toMatchObject({ weekly_capacity: 3, call_minutes: 45 })
  await expectSaved('Save call settings')

  const day = page.getByLabel('Day', { exact: true })
  const why = page.getByLabel('Note (optional)')
  // A six-digit year is a typing error, so the field rejects it.
  await day.fill('202610-01-01')
  expect(await day.evaluate((field: HTMLInputElement) => field.validity.rangeOverflow)).toBe(true)
  await day.fill('2030-12-25')
  await why.fill('x'.repeat(203))
  await page.getByRole('button', { name: 'Add day off' }).click()
  await expect(why).toBeFocused()
  await expect(why).toHaveAccessibleDescription('3 characters too many. The limit is 200.')
  await why.fill('Holidays')
  await page.getByRole('button', { name: 'Add day off' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Holidays' })).toContainText('December 25, 2030')
  await page.getByRole('button', { name: /^Remove Wednesday, December 25, 2030/ }).click()
  await expect(page.getByText('No days off yet.')).toBeVisible()

  await page.getByRole('button', { name: 'Save notifications and retention' }).click()
  await expect(refused('not a valid email address')).toBeVisible()
  await mailboxes.fill('team@example.com; help@example.com')
  await page.getByLabel('Keep bookings and messages (days)').fill('730')
  await page.getByRole('button', { name: 'Save notifications and retention' }).click()
  const keeping = { answer_mailboxes: ['team@example.com', 'help@example.com'], keep_people_days: 730 }
  await expect.poll(settings).toMatchObject(keeping)
  await expectSaved('Save notifications and retention')

  await page.getByRole('checkbox', { name: 'Confirm chosen times automatically' }).check()
  await page.getByRole('checkbox', { name: 'Let visitors move their own calls' }).check()
  await page.getByLabel('Minimum notice to move a call (hours)').fill('1.5')
  await page.getByLabel('Maximum number of moves').fill('2')
  await page.getByRole('button', { name: 'Save available times' }).click()
  const moves = { confirm_at_once: true, moves_at_once: true, move_notice_minutes: 90, most_moves: 2 }
  await expect.poll(settings).toMatchObject(moves)
  await expectSaved('Save available times')
  await expect(page.getByLabel('Minimum notice to move a call (hours)')).toHaveValue('1.5')
  const most = page.getByLabel('Maximum number of moves')
  await most.fill('21')
  expect(await most.evaluate((field: HTMLInputElement) => field.validity.valid)).toBe(false)
  await looksRight(page)
})
