import { expect, it } from 'vitest'
import { GroupCommit } from './group-commit.ts'
import { Overloaded } from './overload.ts'

const limits = { group: 4, running: 2, company: 1, waiting: 10 }

/** A store that does not finish a group until the test releases it. */
function heldStore(own = limits) {
  const groups: {
    batches: readonly (readonly number[])[]
    finish: (refusals?: unknown[]) => void
    fail: () => void
  }[] = []
  const commits = new GroupCommit<number>(
    (batches) =>
      new Promise((resolve, reject) => {
        groups.push({
          batches,
          finish: (refusals = []) => resolve(refusals),
          fail: () => reject(new Error('lost')),
        })
      }),
    own,
  )
  return { commits, groups }
}

const moment = () =>
  new Promise((resolve) => setImmediate(resolve)).then(() => new Promise((resolve) => setImmediate(resolve)))

it('stores the first two groups of batches immediately, and collects later batches until one of these groups is stored', async () => {
  const { commits, groups } = heldStore()
  const first = commits.add([1])
  await moment()
  const second = commits.add([2])
  await moment()
  const rest = [commits.add([3]), commits.add([4]), commits.add([5, 6]), commits.add([7])]
  await moment()
  expect(groups.map(({ batches }) => batches)).toEqual([[[1]], [[2]]])
  groups[0]?.finish()
  await first
  await moment()
  expect(groups[2]?.batches).toEqual([[3], [4], [5, 6]])
  groups[1]?.finish()
  await second
  await moment()
  expect(groups[3]?.batches).toEqual([[7]])
  groups[2]?.finish()
  groups[3]?.finish()
  await Promise.all(rest)
})

it('stores an oversized batch as a separate group', async () => {
  const { commits, groups } = heldStore()
  const outcomes = [commits.add([1, 2, 3, 4, 5, 6]), commits.add([7])]
  await moment()
  await moment()
  expect(groups.map(({ batches }) => batches)).toEqual([[[1, 2, 3, 4, 5, 6]], [[7]]])
  for (const group of groups) group.finish()
  await Promise.all(outcomes)
})

it('rejects the batches that the store refuses, and every batch of a group that fails', async () => {
  const { commits, groups } = heldStore()
  const outcomes = Promise.allSettled([commits.add([1]), commits.add([2])])
  await moment()
  groups[0]?.finish([undefined, new Error('bad')])
  expect((await outcomes).map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
  const lost = Promise.allSettled([commits.add([3]), commits.add([4])])
  await moment()
  groups[1]?.fail()
  expect((await lost).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  const after = commits.add([5])
  await moment()
  groups[2]?.finish()
  await after
})

it('refuses a batch for which the queue has no room', async () => {
  const { commits, groups } = heldStore()
  const held = [commits.add([1]), commits.add([2, 3, 4, 5])]
  await moment()
  await moment()
  const waiting = commits.add([6, 7, 8, 9, 10, 11, 12, 13, 14, 15])
  await expect(commits.add([16])).rejects.toThrow(Overloaded)
  for (const group of groups) group.finish()
  await Promise.all(held)
  await moment()
  groups[2]?.finish()
  await waiting
})

it('stores another group of batches in parallel only if enough batches are waiting', async () => {
  const { commits, groups } = heldStore({ ...limits, company: 3 })
  const outcomes = [commits.add([1])]
  await moment()
  outcomes.push(commits.add([2]), commits.add([3]))
  await moment()
  expect(groups.map(({ batches }) => batches)).toEqual([[[1]]])
  outcomes.push(commits.add([4]))
  await moment()
  expect(groups.map(({ batches }) => batches)).toEqual([[[1]], [[2], [3], [4]]])
  outcomes.push(commits.add([5]))
  for (const group of groups) group.finish()
  await moment()
  groups[2]?.finish()
  await Promise.all(outcomes)
})
