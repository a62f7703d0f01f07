# frozen_string_literal: true

require 'erb'
require 'json'
require 'openssl'
require 'securerandom'
require 'time'
require 'uri'

module VitaeAuth
  # Signs addresses and decides about retries, independently of an HTTP library.
  class Signer
    OWN_PARAMETERS = %w[apikey timestamp nonce hash].freeze
    # 503 does not tell whether a POST was executed. 429 is sent before a request is executed.
    IDEMPOTENT = %w[GET HEAD PUT DELETE OPTIONS].freeze

    # url is the address of the API. Requests to other origins are sent without a signature.
    # A response with a Retry-After of more than max_wait seconds is returned without a retry.
    def initialize(url:, key:, secret:, max_retries: 2, max_wait: 60)
      raise ArgumentError, 'vitae-auth: url is not an absolute address' unless %r{\Ahttps?://[^/]}i.match?(url.to_s)
      raise ArgumentError, 'vitae-auth: key is missing' if key.to_s.empty?
      unless /\A\h{64}\z/.match?(secret.to_s)
        raise ArgumentError,
              'vitae-auth: the secret must have 64 hexadecimal characters. Historical keys are not supported.'
      end

      @origin = origin_of(URI(url))
      @key = key
      @secret = secret
      @max_retries = max_retries
      @max_wait = max_wait
    end

    # Does not show the secret.
    def inspect
      "#<#{self.class} key=#{@key}>"
    end

    # Returns whether the address belongs to the API.
    def signs?(uri)
      origin_of(uri) == @origin
    end

    # Returns the URI with a signature. Replaces the signature of a previous attempt.
    def sign(method, uri, timestamp: Time.now.to_i, nonce: SecureRandom.hex(16))
      own = { 'apikey' => @key, 'timestamp' => timestamp.to_s, 'nonce' => nonce }
      sorted = query_parameters(uri.query.to_s).merge(own).sort_by { |name, _| name.b }
      query = sorted.map { |pair| pair.map { |text| ERB::Util.url_encode(text) }.join('=') }.join('&')
      path = uri.path.empty? ? '/' : uri.path
      hash = OpenSSL::HMAC.hexdigest('SHA256', @secret, "#{method.to_s.upcase}\n#{path}\n#{query}")
      uri.dup.tap do |signed|
        signed.path = path
        signed.query = "#{query}&hash=#{hash}"
      end
    end

    # Returns nil if the request must not be retried.
    def seconds_to_wait(method, status, retry_after, retries)
      limited = status == 429 || (status == 503 && IDEMPOTENT.include?(method.to_s.upcase))
      return unless limited && retry_after && retries < @max_retries

      seconds = /\A\d+\z/.match?(retry_after) ? retry_after.to_i : Time.httpdate(retry_after) - Time.now
      [seconds, 0].max if seconds <= @max_wait
    rescue ArgumentError
      nil # Retry-After is not a date
    end

    private

    def origin_of(uri)
      [uri.scheme&.downcase, uri.host&.downcase, uri.port]
    end

    # Returns each parameter once. Arrays, which may be repeated or have brackets, become JSON text.
    def query_parameters(query)
      sent = Hash.new { |all, name| all[name] = [] }
      URI.decode_www_form(query).each do |full_name, value|
        match = /\A([^\[]+)((?:\[[^\[\]]*\])+)\z/.match(full_name)
        name = match ? match[1] : full_name
        path = match ? match[2][1..-2].split('][', -1) : []
        path = [''] if match && path.empty?
        sent[name] << [path, value] unless OWN_PARAMETERS.include?(name)
      end
      sent.to_h { |name, elements| [name, value_of(name, elements)] }
    end

    def value_of(name, elements)
      return elements.first.last if elements.length == 1 && elements.first.first.empty?

      repeated = elements.all? { |path, _| path.empty? }
      tree = elements.each_with_object({}) do |(path, value), root|
        next if place(root, repeated ? [''] : path, value)

        raise ArgumentError, "vitae-auth: the parameter #{name} is both a value and an array"
      end
      JSON.generate(array_of(tree))
    end

    # Returns false if another value has this place.
    def place(tree, path, value)
      *parents, last = path
      parents.each do |part|
        tree = tree[part.empty? ? tree.size.to_s : part] ||= {}
        return false unless tree.is_a?(Hash)
      end
      key = last.nil? || last.empty? ? tree.size.to_s : last
      return false if last.nil? || tree.key?(key)

      tree[key] = value
      true
    end

    # Returns a list if the keys are the indexes 0 to n-1, in any order.
    def array_of(tree)
      return tree unless tree.is_a?(Hash)

      indexes = (0...tree.size).map(&:to_s)
      return tree.values_at(*indexes).map { |value| array_of(value) } if indexes.all? { |index| tree.key?(index) }

      tree.transform_values { |value| array_of(value) }
    end
  end
end
