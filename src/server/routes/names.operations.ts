import { FilmQuery, NameQuery, TagBranchQuery } from '../../contract/image-query.ts';
import { FilmList, TagBranchList, TagList } from '../../contract/image-record.ts';
import { notModified, pageHeaders } from '../openapi/answers.ts';
import * as example from '../openapi/examples.ts';
import type { Operation } from '../openapi/operation.ts';

export const namesOperations: readonly Operation[] = [
  {
    method: 'get',
    path: '/api/v1/tags',
    id: 'listTags',
    tag: 'Tags and film rolls',
    summary: 'List tags',
    access: 'tags:read',
    query: NameQuery,
    answers: {
      200: {
        description: 'One page of tags, sorted by name.',
        json: TagList,
        headers: pageHeaders,
        example: { items: [example.tag], total: 1, limit: 50, offset: 0 },
      },
      304: notModified,
    },
    errors: ['invalid_query', 'library_unavailable', 'index_building'],
    curl: { query: 'search=iceland' },
  },
  {
    method: 'get',
    path: '/api/v1/tags/branches',
    id: 'listTagBranches',
    tag: 'Tags and film rolls',
    summary: 'List one level of the tag tree',
    description:
      'Without `parent`: the top level. With the `name` of a branch as `parent`: the branches directly below it.',
    access: 'tags:read',
    query: TagBranchQuery,
    answers: {
      200: {
        description: 'One page of branches, sorted by name.',
        json: TagBranchList,
        headers: pageHeaders,
        example: { items: [example.tagBranch], total: 1, limit: 50, offset: 0 },
      },
      304: notModified,
    },
    errors: ['invalid_query', 'library_unavailable', 'index_building'],
    curl: { query: 'parent=places' },
  },
  {
    method: 'get',
    path: '/api/v1/films',
    id: 'listFilms',
    tag: 'Tags and film rolls',
    summary: 'List film rolls',
    access: 'films:read',
    query: FilmQuery,
    answers: {
      200: {
        description: 'One page of film rolls.',
        json: FilmList,
        headers: pageHeaders,
        example: { items: [example.film], total: 1, limit: 50, offset: 0 },
      },
      304: notModified,
    },
    errors: ['invalid_query', 'library_unavailable', 'index_building'],
    curl: { query: 'search=iceland' },
  },
];
