import { parseParameters } from '@vitae/accounts/signatures/parameters';
import express, { type Request } from 'express';
import { companyRoutes, userRoutes } from '../../routes.ts';
import { respondsWithXml2012 } from './profile-2012.ts';

const routes = [...companyRoutes, ...userRoutes];

function isXml(name: string | undefined, query: string, accept: string | undefined): boolean {
  const request = Object.create(express.request, { headers: { value: accept === undefined ? {} : { accept } } });
  const route = routes.find((one) => one.name === name);
  return respondsWithXml2012(request as Request, parseParameters(query), route);
}

test.each([
  ['', undefined, true, false],
  ['', '*/*', true, false],
  ['', '', true, false],
  ['', 'text/html', true, false],
  ['', 'text/html, application/xml;q=0.9, */*;q=0.8', true, false],
  ['', '*/*; q=0.5, application/xml', true, true],
  ['', 'text/xml', true, true],
  ['', 'application/json', false, false],
  ['', 'application/json, text/javascript, */*; q=0.01', false, false],
  ['', 'application/problem+json', false, false],
  ['format=json', 'application/xml', false, false],
  ['format=xml', 'application/json', true, true],
  ['format=yaml', undefined, false, false],
])('selects the format for the query "%s" and Accept: %s', (query, accept, withFormat, others) => {
  for (const name of ['own.user', 'own.cv.read', 'cv.read', 'users.updated', undefined])
    expect([name, isXml(name, query, accept)]).toEqual([name, withFormat]);
  for (const name of ['users.list', 'users.search', 'tags.read', 'cv.photo'])
    expect([name, isXml(name, query, accept)]).toEqual([name, others]);
});
