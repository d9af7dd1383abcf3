import { formatTimeOfDay, formatWallClock } from '#shared/lib/local-time.ts'
import { openDesk } from './desk.ts'
import { expect, looksRight, test } from './desk-test.ts'
import { confirmCall, mark, sendBooking, wednesday } from './inbox.ts'

test.use({ timezoneId: 'Europe/Berlin' })

test('shows calls in the time zones of the desk, the member and the visitor, and shows changes from another session without a reload', async ({
  page,
  at,
  anna,
}) => {
  // A week that no other test uses, because every confirmed call in the week counts.
  const hour = (time: string) => wednesday(12, time)
  const [dockside, kauri] = [`Dockside ${mark()}`, `Kauri ${mark()}`]
  const confirmed = await sendBooking(at.url, {
    company: dockside,
    preferred_time: hour('10:00'),
    time_zone: 'Pacific/Auckland',
  })
  const wished = await sendBooking(at.url, {
    company: kauri,
    preferred_time: hour('10:00'),
    time_zone: 'nowhere/at-all',
  })
  await confirmCall(anna, confirmed, hour('10:00'))
  const day = hour('10:00').slice(0, 10)
  await anna.client.from('days_off').insert({ day, note: 'Company day' })

  await openDesk(page, at.url, anna, `/week?day=${day}`)
  await expect(page.getByText('1 of 5 calls booked')).toBeVisible()
  await expect(page.getByText('Company day')).toBeVisible()
  const call = page.getByRole('link', { name: new RegExp(dockside) })
  const theirs = formatTimeOfDay(formatWallClock(new Date(hour('10:00')), 'Pacific/Auckland').slice(11), 'us')
  await expect(call).toHaveAccessibleName(
    new RegExp(`^10:00\\sAM ${dockside} You Confirmed.* ${theirs.replace(' ', '\\s')} Auckland`),
  )
  await expect(call).toHaveAccessibleName(/11:00\sAM Berlin|12:00\sPM Berlin/)
  const wish = page.getByRole('link', { name: new RegExp(`${kauri} unassigned Requested`) })
  await expect(wish).toBeVisible()
  // The host's name fits in half a column; a longer name would wrap and be hidden.
  for (const [block, host] of [
    [call, 'You'],
    [wish, 'unassigned'],
  ] as const) {
    const box = await block.boundingBox()
    const line = await block.getByText(host, { exact: true }).boundingBox()
    expect(line?.x).toBeLessThan((box?.x ?? 0) + (box?.width ?? 0))
  }

  await confirmCall(anna, wished, hour('12:00'))
  await expect(page.getByText('2 of 5 calls booked')).toBeVisible()
  await expect(page.getByRole('link', { name: new RegExp(`^12:00 PM ${kauri} You Confirmed`) })).toBeVisible()
  await looksRight(page)

  await page.getByRole('button', { name: 'Next week' }).click()
  await expect(page.getByText('0 of 5 calls booked')).toBeVisible()
  await page.getByRole('link', { name: 'This week' }).click()
  await expect(page).toHaveURL(/\/desk\/week$/)
  await anna.client.from('days_off').delete().eq('day', day)

  await page.setViewportSize({ width: 390, height: 400 })
  await page.reload()
  await expect(page.locator('[aria-current=date]').getByRole('heading')).toBeInViewport({ ratio: 1 })
})
