import type { ReactNode } from 'react'
import { rate } from '#desk/features/charts/chart-labels.ts'
import { type Column, DataTable } from '#desk/features/charts/data-table.tsx'
import { isRest } from './names.ts'
import { Section } from './section.tsx'

/** A place that visits come from or begin with, and how far they got. */
export interface Origin {
  /** What the database calls it. */
  id: string
  name: string
  sessions: number
  opened: number
  sent: number
  bookings: number
  confirmed: number
  held: number
}

interface OriginsProps {
  title: string
  says: string
  note?: ReactNode
  /** What the names are: 'Source'. */
  heading: string
  rows: readonly Origin[]
  /** What is said where there is none. */
  empty: string
}

/** How many bookings a hundred visits brought, to be sorted by; null without visits. */
const conversion = ({ bookings, sessions }: Origin) => (sessions === 0 ? null : bookings / sessions)

/** From visit to call by where the visit came from, in rows that can be sorted by each step. */
export function Origins({ title, says, note, heading, rows, empty }: OriginsProps) {
  const columns: Column<Origin>[] = [
    { key: 'name', label: heading, read: ({ name }) => name },
    { key: 'sessions', label: 'Visits', read: ({ sessions }) => sessions, bar: 'ink' },
    { key: 'opened', label: 'Opened', read: ({ opened }) => opened },
    { key: 'sent', label: 'Sent', read: ({ sent }) => sent },
    { key: 'bookings', label: 'Bookings', read: ({ bookings }) => bookings },
    { key: 'confirmed', label: 'Confirmed', read: ({ confirmed }) => confirmed },
    { key: 'held', label: 'Held', read: ({ held }) => held },
    {
      key: 'conversion',
      label: 'Conversion',
      read: conversion,
      write: ({ bookings, sessions }) => rate(bookings, sessions),
      bar: 'signal',
    },
  ]
  return (
    <Section title={title} says={says} note={note} layout="beside">
      <DataTable
        caption={title}
        columns={columns}
        rows={rows}
        order={{ key: 'bookings', isDown: true }}
        keyOf={({ id }) => id}
        isRest={({ id }) => isRest(id)}
        most={8}
        empty={empty}
      />
    </Section>
  )
}
