package remote

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"path"
	"strings"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"
)

// bucket is a bucket of an S3-compatible store, or a part of it.
type bucket struct {
	client *minio.Client
	name   string
	prefix string
}

// openS3 takes from the environment what the tools of others do: where the
// store is from AWS_ENDPOINT_URL (by default Amazon's), and AWS_REGION,
// AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_SESSION_TOKEN. Without keys
// it reads as anybody may.
func openS3(u *url.URL, getenv func(string) string) (Store, error) {
	if u.Host == "" || u.RawQuery != "" {
		return nil, errors.New("use s3://BUCKET/PREFIX; the endpoint is taken from AWS_ENDPOINT_URL")
	}
	at, err := url.Parse(cmp.Or(getenv("AWS_ENDPOINT_URL"), "https://s3.amazonaws.com"))
	if err != nil || at.Host == "" || strings.Trim(at.Path, "/") != "" {
		return nil, errors.New("AWS_ENDPOINT_URL is no address of a store: use https://HOST")
	}
	id, secret := getenv("AWS_ACCESS_KEY_ID"), getenv("AWS_SECRET_ACCESS_KEY")
	if (id == "") != (secret == "") {
		return nil, errors.New("only one of AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY is set")
	}
	c, err := minio.New(at.Host, &minio.Options{
		Creds: credentials.NewStaticV4(id, secret, getenv("AWS_SESSION_TOKEN")), Secure: at.Scheme == "https",
		Region: cmp.Or(getenv("AWS_REGION"), "us-east-1"), Transport: transport(),
	})
	if err != nil {
		return nil, fmt.Errorf("the store cannot be used: %w", err)
	}
	return &bucket{c, u.Host, strings.Trim(u.Path, "/")}, nil
}

func (b *bucket) String() string { return "s3://" + path.Join(b.name, b.prefix) }

func (b *bucket) Get(ctx context.Context, name string) (io.ReadCloser, error) {
	o, err := b.client.GetObject(ctx, b.name, path.Join(b.prefix, name), minio.GetObjectOptions{})
	if err != nil {
		return nil, b.explain(err)
	}
	if _, err := o.Stat(); err != nil { // nothing has been asked of the store before
		return nil, errors.Join(b.explain(err), o.Close())
	}
	return o, nil
}

func (b *bucket) Put(ctx context.Context, name string, content io.ReadSeeker, size int64) error {
	_, err := b.client.PutObject(ctx, b.name, path.Join(b.prefix, name), content, size, minio.PutObjectOptions{ContentType: "application/octet-stream"})
	return b.explain(err)
}

func (b *bucket) explain(err error) error {
	if err == nil {
		return nil
	}
	r := minio.ToErrorResponse(err)
	switch {
	case r.Code == "NoSuchKey" || r.StatusCode == http.StatusNotFound && r.Code != "NoSuchBucket":
		return ErrNotFound
	case r.Code == "NoSuchBucket":
		return fmt.Errorf("there is no bucket %s", b.name)
	case r.StatusCode == http.StatusForbidden:
		return fmt.Errorf("%s does not let these keys in; see AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY: %w", b, err)
	}
	return err
}
