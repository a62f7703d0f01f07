# frozen_string_literal: true

# Signs the published vectors, or sends requests, for the tests of the repository.

require 'json'
require 'vitae-auth'

def signed(vector)
  signer = VitaeAuth::Signer.new(url: vector['url'], key: vector['key'], secret: vector['secret'])
  signer.sign(vector['method'], URI(vector['url']), timestamp: vector['timestamp'], nonce: vector['nonce']).to_s
end

def exercise
  options = { url: ENV['VITAE_URL'], key: ENV['VITAE_KEY'], secret: ENV['VITAE_SECRET'] }
  client = Faraday.new(options[:url]) do |faraday|
    faraday.request :url_encoded
    faraday.request :vitae_auth, **options
    faraday.adapter Faraday.default_adapter
  end
  raise 'The secret is visible' if client.builder.app.inspect.include?(options[:secret])

  json = { 'Content-Type' => 'application/json' }
  fault = ->(text) { { 'X-Fault' => "#{text}-ruby" } }
  tags = [client.post('/api/v1/tags', { title: 'a' }.to_json, json), client.post('/api/v1/tags', { title: 'b é' })]
  path = "/api/v1/users/#{ENV['USER_ID']}/associateTags"
  ids = tags.map { |tag| JSON.parse(tag.body)['id'] }
  put = ->(query, headers = {}) { client.put(path, nil, headers) { |request| request.params = query } }
  responses = {
    search: client.get('/api/v1/users/search', { term: "O'Neil (a*b)! ~é+/" }),
    array: put.call({ tags: ids }),
    brackets: put.call({ tags: { 1 => ids[1], 0 => ids[0] }, reset: 1 }),
    retried: client.post('/api/v1/tags', { title: 'c' }.to_json, json.merge(fault.call('429 0 post'))),
    limited: client.get('/api/v1/tags', nil, fault.call('429 3600 late')),
    unavailable: put.call({ tags: ids }, fault.call('503 0 put')),
    uncertain: client.post('/api/v1/tags', { title: 'd' }.to_json, json.merge(fault.call('503 0 unsafe')))
  }
  responses.transform_values(&:status).merge(tags: tags.map(&:status))
end

puts JSON.generate(ARGV[0] == 'sign' ? JSON.parse($stdin.read).map { |vector| signed(vector) } : exercise)
