import { createMember, openDesk } from './desk.ts'
import { codeOf, heading, signIn, typeCode } from './desk-sign-in.ts'
import { expect, test } from './desk-test.ts'
import { mark, openRow, recordOf, searchFor, sendBooking, wednesday } from './inbox.ts'

test('keeps unsent forms when they are closed, after a reload and after a lost session, and removes them at sign-out', async ({
  page,
  at,
  anna,
  stored,
  faults,
}) => {
  faults.expect(/status of 4\d\d /)
  const ada = await createMember(at, 'agent', 'Ada')
  const word = mark()
  const [other, name, company] = [`Other ${word}`, `Draft ${word}`, `Harbour ${word}`]
  await sendBooking(at.url, { name: other })
  const booking = await sendBooking(at.url, { name, company })
  const call = { booking, expected: 'new', target: 'confirmed', call_start: wednesday(9, '12:00'), anyway: true }
  await ada.client.rpc('move_booking', call)
  await stored.callBegins(booking, -1)
  await ada.client.rpc('move_booking', { booking, expected: 'confirmed', target: 'completed' })
  await openDesk(page, at.url, ada, '/bookings')
  await searchFor(page, word)
  const record = await openRow(page, name)

  const dialog = page.getByRole('dialog', { name: 'New phone booking' })
  const [visitor, zone] = [dialog.getByLabel('Name'), dialog.getByLabel('Visitor’s time zone')]
  await page.keyboard.press('n')
  await visitor.fill('Zola')
  await zone.selectOption('Asia/Tokyo')
  // A click beside the dialog closes it.
  await page.mouse.click(5, 300)
  await expect(dialog).toHaveCount(0)
  await page.keyboard.press('n')
  await expect(zone).toHaveValue('Asia/Tokyo')
  await dialog.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(visitor).toHaveValue('Zola')
  await page.keyboard.press('Escape')

  const [note, step, day] = ['Note', 'Next step', 'Due on'].map((label) => record.getByLabel(label, { exact: true }))
  if (!note || !step || !day) throw new Error('unreachable')
  const save = record.getByRole('button', { name: 'Save', exact: true })
  await note.fill('Called back.')
  // A date cannot be stored without a next step.
  await day.fill('2030-01-07')
  await save.click()
  await expect(step).toBeFocused()
  await step.fill('Send the offer')
  const expectKept = async () => {
    await expect(note).toHaveValue('Called back.')
    await expect(step).toHaveValue('Send the offer')
    await expect(day).toHaveValue('2030-01-07')
  }
  for (const key of ['k', 'j']) {
    await page.getByRole('heading', { name: 'Bookings' }).click()
    await page.keyboard.press(key)
    await page.keyboard.press('Enter')
    await expect(recordOf(page, key === 'k' ? other : name)).toBeVisible()
  }
  await expectKept()
  await ada.client.auth.signOut({ scope: 'global' })
  await save.click()
  await expect(heading(page, 'Sign in')).toBeVisible()
  await page.reload()
  await signIn(page, ada)
  await typeCode(page, codeOf(ada.secret, 1))
  await expectKept()

  await save.click()
  await expect(page.getByText(`${company}: changes saved.`)).toBeVisible()
  // A date or an assignee can be changed alone.
  await day.fill('2030-02-04')
  await save.click()
  const steps = anna.client.from('strategy_call_bookings').select('next_step_on, next_step_by').eq('id', booking)
  await expect.poll(async () => (await steps).data).toEqual([{ next_step_on: '2030-02-04', next_step_by: ada.id }])
  await expect(record.getByText('Unsaved changes.')).toHaveCount(0)
  await record.getByRole('combobox', { name: 'Assigned to' }).first().selectOption(anna.id)
  await save.click()
  await expect.poll(async () => (await steps).data).toEqual([{ next_step_on: '2030-02-04', next_step_by: anna.id }])

  const typed = () => page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('desk-typed:')))
  expect(await typed()).toContain(`desk-typed:note ${booking}`)
  await page.getByRole('button', { name: /^Ada/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByText('You are signed out.')).toBeVisible()
  expect(await typed()).toEqual([])
})
