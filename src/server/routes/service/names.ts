import { FilmQuery, NameQuery, TagBranchQuery } from '../../../contract/image-query.ts';
import { FilmList, TagBranchList, TagList } from '../../../contract/image-record.ts';
import * as example from '../../openapi/examples.ts';
import { page } from '../../responses/page-links.ts';
import { paged } from '../../routing/answers.ts';
import { route, type Route } from '../../routing/route.ts';

export const nameRoutes: readonly Route[] = [
  route({
    method: 'get',
    path: '/api/v1/tags',
    id: 'listTags',
    tag: 'Tags and film rolls',
    summary: 'List tags',
    scope: 'tags:read',
    query: NameQuery,
    answers: paged({
      description: 'One page of tags, sorted by name.',
      json: TagList,
      example: { items: [example.tag], total: 1, limit: 50, offset: 0 },
    }),
    errors: ['library_unavailable', 'index_building'],
    curl: { query: 'search=iceland' },
    handle:
      ({ index }) =>
      async (asked) =>
        page(asked, await index.listTags(asked.query)),
  }),
  route({
    method: 'get',
    path: '/api/v1/tags/branches',
    id: 'listTagBranches',
    tag: 'Tags and film rolls',
    summary: 'List one level of the tag tree',
    description:
      'Without `parent`: the top level. With the `name` of a branch as `parent`: the branches directly below it.',
    scope: 'tags:read',
    query: TagBranchQuery,
    answers: paged({
      description: 'One page of branches, sorted by name.',
      json: TagBranchList,
      example: { items: [example.tagBranch], total: 1, limit: 50, offset: 0 },
    }),
    errors: ['library_unavailable', 'index_building'],
    curl: { query: 'parent=places' },
    handle:
      ({ index }) =>
      async (asked) =>
        page(asked, await index.listTagBranches(asked.query)),
  }),
  route({
    method: 'get',
    path: '/api/v1/films',
    id: 'listFilms',
    tag: 'Tags and film rolls',
    summary: 'List film rolls',
    scope: 'films:read',
    query: FilmQuery,
    answers: paged({
      description: 'One page of film rolls.',
      json: FilmList,
      example: { items: [example.film], total: 1, limit: 50, offset: 0 },
    }),
    errors: ['library_unavailable', 'index_building'],
    curl: { query: 'search=iceland' },
    handle:
      ({ index }) =>
      async (asked) =>
        page(asked, await index.listFilms(asked.query)),
  }),
];
